import { changeOrder } from './kinds/change_order.ts';
import { contract } from './kinds/contract.ts';
import { creditNote } from './kinds/credit_note.ts';
import { estimate } from './kinds/estimate.ts';
import { invoice } from './kinds/invoice.ts';
import { portal } from './kinds/portal.ts';
import { reminder } from './kinds/reminder.ts';
import { scope } from './kinds/scope.ts';
import { statement } from './kinds/statement.ts';

/** The kinds of emails to clients, in the order of the settings. corkboard.mail_templates has the same names. */
export const mailKinds = {
  invoice,
  credit_note: creditNote,
  estimate,
  scope,
  contract,
  reminder,
  change_order: changeOrder,
  statement,
  portal,
};
export type MailTemplate = keyof typeof mailKinds;
export const mailTemplates = Object.keys(mailKinds) as MailTemplate[];
