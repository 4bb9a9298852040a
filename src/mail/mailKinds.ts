import { changeOrder } from './kinds/change_order/kind.ts';
import { contract } from './kinds/contract/kind.ts';
import { estimate } from './kinds/estimate/kind.ts';
import { invoice } from './kinds/invoice/kind.ts';
import { portal } from './kinds/portal/kind.ts';
import { reminder } from './kinds/reminder/kind.ts';
import { scope } from './kinds/scope/kind.ts';

/** The kinds of emails to clients, in the order of the settings. corkboard.mail_templates has the same names. */
export const mailKinds = { invoice, estimate, scope, contract, reminder, change_order: changeOrder, portal };
export type MailTemplate = keyof typeof mailKinds;
export const mailTemplates = Object.keys(mailKinds) as MailTemplate[];
