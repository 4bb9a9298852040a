import { untilNone } from '../backlog.ts';
import { day } from '../vocabulary/fields.ts';
import { option } from './parameters.ts';
import type { Noun } from './verb.ts';

export const invoices: Noun = {
  name: 'invoices',
  summary: 'all invoices, of every workspace',
  verbs: [
    {
      name: 'detect-overdue',
      summary: 'Find those past their due date, as the daily check does: each once for all time',
      takes: [option('--on <date>', 'the day to check for, as YYYY-MM-DD; without: today (UTC)', day)],
      query: `select d.day as "on", corkboard.detect_overdue(d.day) as detected
        from (select coalesce($1::date, corkboard.today())) d (day)`,
      does: async run => {
        let on = '';
        const detected = await untilNone(async () => {
          const row = await run();
          on = row.on;
          return row.detected;
        });
        return { invoices: { on, detected } };
      },
    },
  ],
};
