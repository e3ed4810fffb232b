/* Tests of edits of XML files: all other bytes stay. */
#include <string.h>

#include "io/base/error.h"
#include "io/export/xml.h"

static void
test_xml_refuses(void)
{
  static const struct {
    const char *text, *words;
  } cases[] = {{"<a><b></a>", "not well-formed"},
               {"<a x='1' x='2'/>", "x.xml:1: <a> has 'x' twice"},
               {"<!DOCTYPE a [<!ENTITY e '1'>]>\n<a x='2'/>", "DOCTYPE"},
               {"", "not well-formed"},
               {"<a>\n<b x='&what;'/></a>", "not well-formed"},
               {"<a x='1'", "not well-formed"},
               {"\xff\xfe<a/>", "UTF-8"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_xml_parse(cases[i].text, strlen(cases[i].text), "x.xml", &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    if (!strstr(error->message, cases[i].words))
      g_error("'%s' lacks '%s'", error->message, cases[i].words);
  }
}

static void
test_xml_edits(void)
{
  static const char text[] = "\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- <b v='1'/> -->\r\n"
                             "<a  t = '1  2\t3' ><![CDATA[<b v='2'>]]><b v=\"&#49;&#x20;2\" "
                             "w='x&amp;y'/><b/></a>";
  static const char expected[] = "\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- <b v='1'/> -->\r\n"
                                 "<a  t = '1  0.5\t3' ><![CDATA[<b v='2'>]]><b v=\"7 2\" "
                                 "w='x&amp;y'/><b n=\"4\"/></a>";
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelXml) xml = trammel_xml_parse(text, sizeof text - 1, "x.xml", &error);
  const gboolean second[] = {FALSE, TRUE, FALSE}, first[] = {TRUE, FALSE, FALSE};
  g_autofree char *edited = NULL;
  double values[3];
  gsize length;

  g_assert_no_error(error);
  g_assert_cmpuint(xml->elements->len, ==, 3);
  TrammelXmlElement *const *e = (TrammelXmlElement *const *)xml->elements->pdata;
  g_assert_true(e[1]->parent == e[0] && e[2]->parent == e[0]);
  g_assert_cmpuint(e[1]->line, ==, 3);
  g_assert_cmpstr(trammel_xml_get_value(e[1], "w"), ==, "x&y");
  g_assert_true(trammel_xml_get_numbers(e[1], "v", values, 2));
  g_assert_cmpfloat(values[0], ==, 1);
  g_assert_false(trammel_xml_get_numbers(e[1], "v", values, 3));
  g_assert_false(trammel_xml_get_numbers(e[0], "t", values, 2));
  g_assert_true(trammel_xml_set_numbers(xml, e[2], "n", (double[]){4}, first, 1));
  g_assert_true(trammel_xml_set_numbers(xml, e[1], "v", (double[]){7, 2}, first, 2));
  g_assert_true(trammel_xml_set_numbers(xml, e[0], "t", (double[]){9, 0.5, 9}, second, 3));
  g_assert_false(trammel_xml_set_numbers(xml, e[1], "w", (double[]){9}, first, 1));
  edited = trammel_xml_finish(xml, &length);
  g_assert_cmpmem(edited, length, expected, sizeof expected - 1);
}

/* A child is inserted after the first tag, also in an element that has no end tag and gets an
 * attribute. */
static void
test_xml_children(void)
{
  static const char text[] = "<a>\n  <b/>\n  <c>\n    <d/>\n  </c>\n</a>";
  static const char expected[] = "<a>\n  <b n=\"4\">\n    <x/>\n  </b>\n  <c>\n    <y/>\n    "
                                 "<z/>\n    <d/>\n  </c>\n</a>";
  g_autoptr(TrammelXml) xml = trammel_xml_parse(text, sizeof text - 1, "x.xml", NULL);
  TrammelXmlElement *const *e = (TrammelXmlElement *const *)xml->elements->pdata;
  gsize length;

  trammel_xml_add_child(xml, e[1], "<x/>");
  g_assert_true(
      trammel_xml_set_numbers(xml, e[1], "n", (double[]){4}, (const gboolean[]){TRUE}, 1));
  trammel_xml_add_child(xml, e[2], "<y/>");
  trammel_xml_add_child(xml, e[2], "<z/>");
  g_autofree char *edited = trammel_xml_finish(xml, &length);
  g_assert_cmpmem(edited, length, expected, sizeof expected - 1);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/export-xml/refuses", test_xml_refuses);
  g_test_add_func("/io/export-xml/edits", test_xml_edits);
  g_test_add_func("/io/export-xml/children", test_xml_children);
  return g_test_run();
}
