import { approveChangeOrder, approveScope, signContract, submitIntake } from './agreement.ts';
import { setClient, trashClient } from './client.ts';
import type { Action } from './define.ts';
import { replayDelivery, replayMissed, startReplay } from './delivery.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from './endpoint.ts';
import { payInvoice, sendInvoice, setLateFee, viewInvoice, voidInvoice } from './invoice.ts';
import { createKey, revokeKey } from './key.ts';
import { renewContractLink, renewIntakeLink, renewInvoiceLink, renewScopeLink } from './link.ts';
import { addMember, removeMember, signInLink } from './member.ts';
import { setProject, trashProject } from './project.ts';
import { setWorkspace } from './workspace.ts';

/** Everything that a person does and that changes something, but for the operations, which programs have too. */
export const actions: readonly Action[] = [
  setWorkspace,
  createKey,
  revokeKey,
  addEndpoint,
  removeEndpoint,
  enableEndpoint,
  disableEndpoint,
  testEndpoint,
  rotateSecret,
  replayDelivery,
  replayMissed,
  startReplay,
  trashClient,
  setClient,
  setProject,
  trashProject,
  submitIntake,
  renewIntakeLink,
  approveScope,
  renewScopeLink,
  signContract,
  renewContractLink,
  approveChangeOrder,
  sendInvoice,
  viewInvoice,
  payInvoice,
  voidInvoice,
  setLateFee,
  renewInvoiceLink,
  addMember,
  removeMember,
  signInLink,
];

const byName = new Map<string, Action>(actions.map(action => [action.name, action]));

/** The action of a name, like invoice.send. Throws where there is none. */
export function actionNamed(name: string): Action {
  const action = byName.get(name);
  if (!action) throw new Error(`There is no action ${name}.`);
  return action;
}

/** What is written down of what no action does: what the API and the operator do. */
const others: Record<string, string> = {
  'workspace.created': 'made the workspace',
  'client.created': 'added a client',
  'project.created': 'added a project',
  'scope.drafted': 'drafted the scope of a project',
  'revision.logged': 'logged a revision round',
  'time.logged': 'logged time',
  'note.added': 'added a note',
  'invoice.drafted': 'drafted an invoice',
  'estimate.drafted': 'drafted an estimate',
};

const sentences = new Map(Object.entries(Object.assign({}, others, ...actions.map(({ logs }) => logs))));

/** What an entry of the audit log says, as the end of the sentence that the actor begins. */
export const sentenceOf = (logged: string): string => (sentences.get(logged) as string) ?? logged;
