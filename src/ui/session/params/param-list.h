/* Rows of the parameter table: all quantities that can be free, first those that are free when the
 * document is opened.  Follows the document. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/params/param-item.h"
#include "ui/session/run/job.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PARAM_LIST (trammel_param_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelParamList, trammel_param_list, TRAMMEL, PARAM_LIST, GObject)

TrammelParamList *trammel_param_list_new(TrammelDocument *document);

/* Returns the rows (TrammelParamItem); owned by the list. */
GListModel *trammel_param_list_get_model(TrammelParamList *list);

/* Shows the values of a running fit. */
void trammel_param_list_set_progress(TrammelParamList *list, const TrammelJobProgress *progress);

G_END_DECLS
