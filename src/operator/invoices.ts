import { drain } from '../concurrency/drain.ts';
import { day } from '../vocabulary/fields.ts';
import { option } from './parameters.ts';
import type { Noun } from './verb.ts';

export const invoices: Noun = {
  name: 'invoices',
  summary: 'all invoices, of every workspace',
  verbs: [
    {
      name: 'detect-overdue',
      summary: 'Find invoices past their due date now, in every workspace; each is found only once, ever',
      parameters: [
        option(
          '--on <date>',
          'check as of this day, as YYYY-MM-DD, or as of today in the workspace if that is earlier; by default today in each workspace',
          day,
        ),
      ],
      // No workspace's current date is later than the latest one anywhere, so with that date each is checked as of its
      // own.
      query:
        'select corkboard.detect_overdue(coalesce($1::date, corkboard.latest_date_anywhere())) as detected',
      perform: async (run, [on]) => {
        const detected = await drain(async () => Number((await run()).detected));
        return { invoices: { on: on ?? null, detected } };
      },
    },
  ],
};
