import { audit } from './audit.ts';
import { changeOrder } from './changeOrder.ts';
import { client } from './client.ts';
import { contract } from './contract.ts';
import { delivery } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { intake } from './intake.ts';
import { invoice, invoices } from './invoice.ts';
import { key } from './key.ts';
import { member } from './member.ts';
import { plan } from './plan.ts';
import { project } from './project.ts';
import { scope } from './scope.ts';
import { secrets } from './secrets.ts';
import type { Noun } from './verb.ts';
import { workspace } from './workspace.ts';

/** Everything that the operator can do, in the order of --help. */
export const nouns: Noun[] = [
  workspace,
  plan,
  key,
  endpoint,
  secrets,
  delivery,
  client,
  project,
  intake,
  scope,
  contract,
  changeOrder,
  invoice,
  invoices,
  member,
  audit,
];
