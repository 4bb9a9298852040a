import type { Option } from 'commander';
import { untilNone } from '../backlog.ts';
import { Invoice } from '../records/invoice.ts';
import { boundedCents, day } from '../vocabulary/fields.ts';
import { id, option, required, whole } from './parameters.ts';
import { call, fieldsOf, json } from './query.ts';
import type { Noun, Verb } from './verb.ts';

/** As the API returns it, and the times that only a person sees. */
const record = json(`${fieldsOf(Invoice)} viewedAt voidedAt`);

const verb = (name: string, summary: string, invocation: string, more: Option[] = []): Verb => ({
  name,
  summary,
  takes: [id(), ...more],
  of: 'invoice',
  query: call('invoices', invocation, `${record} as invoice`),
});

export const invoice: Noun = {
  name: 'invoice',
  summary: 'invoices and estimates',
  verbs: [
    verb('send', 'Send a DRAFT', 'send_invoice(it.workspace_id, it.id)'),
    verb('view', 'Open it, as its client does', 'view_invoice(it.workspace_id, it.id)'),
    verb('pay', 'Mark a SENT invoice as PAID', 'pay_invoice(it.workspace_id, it.id)'),
    verb('void', 'Make a DRAFT or SENT one VOID', 'void_invoice(it.workspace_id, it.id)'),
    verb('late-fee', 'Set the late fee of a SENT invoice', 'set_late_fee(it.workspace_id, it.id, $2)', [
      required('--cents <n>', 'the whole fee; 0 takes it away', whole(boundedCents)),
    ]),
  ],
};

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
      does: async ask => {
        let on = '';
        const detected = await untilNone(async () => {
          const row = await ask();
          on = row.on;
          return row.detected;
        });
        return { invoices: { on, detected } };
      },
    },
  ],
};
