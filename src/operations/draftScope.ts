import { sql } from 'slonik';
import { z } from 'zod';
import { Scope, scopeJson } from '../records/scope.ts';
import { caller, write } from './define.ts';
import { asUuid, cents, currency, integer, optionalText, recordId, text } from './input.ts';

/** Blank lines are dropped before they are counted. */
const deliverables = z
  .array(text(500))
  .transform(lines => lines.filter(line => line !== ''))
  .refine(lines => lines.length >= 1 && lines.length <= 50, {
    error: 'must have 1 to 50 lines that are not blank',
  });

const record = scopeJson('s');

export const draftScope = write({
  name: 'draftScope',
  path: '/projects/:id/scope',
  scope: 'write:projects',
  input: z.strictObject({
    id: recordId,
    deliverables,
    revisionRounds: integer(0, 20).optional(),
    timeline: optionalText(500),
    priceCents: cents.optional(),
    currency: currency.optional(),
  }),
  output: z.strictObject({ scope: Scope, url: z.string() }),
  does: ({
    id,
    deliverables,
    revisionRounds = null,
    timeline = null,
    priceCents = null,
    currency = null,
  }) => sql.fragment`
    select ${record} as scope, '/projects/' || s.project_id || '?tab=scope' as url
    from corkboard.draft_scope(
      ${caller}, ${asUuid(id)}, ${sql.array(deliverables, 'text')}, ${revisionRounds}, ${timeline}, ${priceCents}, ${currency}
    ) s`,
});
