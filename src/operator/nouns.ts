import { audit } from './audit.ts';
import { delivery } from './delivery.ts';
import { verbsOf } from './derive.ts';
import { endpoint } from './endpoint.ts';
import { inquiry } from './inquiry.ts';
import { invoices } from './invoices.ts';
import { key } from './key.ts';
import { member } from './member.ts';
import { payment } from './payment.ts';
import { plan } from './plan.ts';
import { secrets } from './secrets.ts';
import type { Noun } from './verb.ts';
import { workspace } from './workspace.ts';

/** A noun whose verbs are all derived from actions. */
const derived = (name: string, summary: string): Noun => ({ name, summary, verbs: verbsOf(name) });

/** Everything that the operator can do, in the order of --help. */
export const nouns: Noun[] = [
  workspace,
  plan,
  key,
  endpoint,
  secrets,
  delivery,
  inquiry,
  derived('client', 'whom workspaces work for'),
  derived('project', 'work for a client'),
  derived('intake', 'what a client is asked before a project'),
  derived('scope', 'what is agreed to be made'),
  derived('contract', 'agreements on projects'),
  derived('change-order', 'additions to what was agreed'),
  derived('invoice', 'invoices and estimates'),
  derived('estimate', 'answers to estimates, and the invoices that they become'),
  payment,
  invoices,
  member,
  audit,
];
