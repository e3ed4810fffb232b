#include "plot/figure/palette.h"

#include <math.h>

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0, 1.0           \
  }

typedef struct {
  TrammelColor light, dark;
} ColorPair;

/* Okabe and Ito's set.  On white their orange, sky blue, green and purple are below the contrast of
 * 3:1 that a line needs, so the light variants are darker at the same hue; on a dark background the
 * dark ones are lifted. */
static const ColorPair role_colors[] = {
    [TRAMMEL_ROLE_MEASURED] = {RGB(0x1a1a1a), RGB(0xf0f0f0)},
    [TRAMMEL_ROLE_ESTIMATED] = {RGB(0x0072b2), RGB(0x4aa3df)},
    [TRAMMEL_ROLE_SIMULATED] = {RGB(0xd55e00), RGB(0xf07f2e)},
    [TRAMMEL_ROLE_START] = {RGB(0x8c8c8c), RGB(0x999999)},
    [TRAMMEL_ROLE_REFERENCE] = {RGB(0x009e73), RGB(0x1fb98c)},
    [TRAMMEL_ROLE_WARNING] = {RGB(0xbb5c94), RGB(0xd98fba)},
};

static const ColorPair cycle_colors[] = {
    {RGB(0x0072b2), RGB(0x4aa3df)}, {RGB(0xc98500), RGB(0xe69f00)}, {RGB(0x009e73), RGB(0x1fb98c)},
    {RGB(0xbb5c94), RGB(0xd98fba)}, {RGB(0x2f97cf), RGB(0x7cc8f2)}, {RGB(0xd55e00), RGB(0xf07f2e)},
    {RGB(0xf0e442), RGB(0xf0e442)},
};

/* yellow, the last one, is unreadable on white */
static guint
count_cycle(gboolean dark)
{
  return G_N_ELEMENTS(cycle_colors) - (dark ? 0 : 1);
}

TrammelColor
trammel_palette_get(TrammelSeriesRole role, guint index, gboolean dark)
{
  const ColorPair *pair = &cycle_colors[index % count_cycle(dark)];
  if (role != TRAMMEL_ROLE_CYCLE && (gsize)role < G_N_ELEMENTS(role_colors))
    pair = &role_colors[role];
  return dark ? pair->dark : pair->light;
}

guint
trammel_palette_round(guint index, gboolean dark)
{
  return index / count_cycle(dark);
}

/* the colour at position p of colours in equal steps from 0 to 1 */
static TrammelColor
mix(const TrammelColor *colors, guint n, double p)
{
  double place = CLAMP(p, 0.0, 1.0) * (n - 1);
  guint i = MIN((guint)place, n - 2);
  double t = place - i;
  return (TrammelColor){colors[i].red + t * (colors[i + 1].red - colors[i].red),
                        colors[i].green + t * (colors[i + 1].green - colors[i].green),
                        colors[i].blue + t * (colors[i + 1].blue - colors[i].blue), 1.0};
}

TrammelColor
trammel_palette_map(TrammelColorScale scale, double position, gboolean dark)
{
  static const TrammelColor light[] = {RGB(0x0a5f97), RGB(0x7fb6dc), RGB(0xf6f6f6), RGB(0xf3b477),
                                       RGB(0xc85a00)};
  static const TrammelColor night[] = {RGB(0x5ab4ee), RGB(0x2d6690), RGB(0x303030), RGB(0x96591f),
                                       RGB(0xf58a38)};
  static const TrammelColor viridis[] = {RGB(0x440154), RGB(0x472d7b), RGB(0x3b528b),
                                         RGB(0x2c728e), RGB(0x21918c), RGB(0x28ae80),
                                         RGB(0x5ec962), RGB(0xaddc30), RGB(0xfde725)};
  if (scale == TRAMMEL_SCALE_SEQUENTIAL)
    return mix(viridis, G_N_ELEMENTS(viridis), position);
  return mix(dark ? night : light, G_N_ELEMENTS(light), position);
}

TrammelColor
trammel_palette_text_on(TrammelColor background)
{
  static const TrammelColor ink = RGB(0x000000), chalk = RGB(0xffffff);
  return trammel_color_contrast(ink, background) >= trammel_color_contrast(chalk, background)
             ? ink
             : chalk;
}

TrammelColor
trammel_palette_background(gboolean dark)
{
  static const ColorPair background = {RGB(0xffffff), RGB(0x242424)};
  return dark ? background.dark : background.light;
}

TrammelColor
trammel_palette_foreground(gboolean dark)
{
  return trammel_palette_get(TRAMMEL_ROLE_MEASURED, 0, dark);
}

static double
linearize(double channel)
{
  return channel <= 0.03928 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static double
compute_luminance(TrammelColor color)
{
  return 0.2126 * linearize(color.red) + 0.7152 * linearize(color.green) +
         0.0722 * linearize(color.blue);
}

double
trammel_color_contrast(TrammelColor a, TrammelColor b)
{
  double bright = compute_luminance(a) + 0.05;
  double dim = compute_luminance(b) + 0.05;
  return bright > dim ? bright / dim : dim / bright;
}
