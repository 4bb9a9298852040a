import { sql } from '../../database/sql.ts';
import type { localizerOf } from '../../documents/localizer.ts';

/** What decides how a page of a client writes that isn't a document's. */
export type ClientWriting = Parameters<typeof localizerOf>[0];

/** Its columns, in a query with the workspace as `w` and the client as `c`. */
export const clientWriting = sql.fragment`
  corkboard.client_language(c.language, w.locale) as language,
  json_build_object('locale', w.locale, 'country', w.country) as "from", json_build_object('country', c.country) as "to"`;
