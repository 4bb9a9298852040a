import { changeEmail, confirmEmail, setMember, setNotifications } from './account.ts';
import {
  approveScope,
  resolveRequest,
  scopeEntriesOfClients,
  sendContract,
  sendScope,
  signContract,
  submitIntake,
} from './agreement.ts';
import {
  acceptChangeOrder,
  approveChangeOrder,
  changeOrderEntriesOfClients,
  editChangeOrder,
  proposeChangeOrder,
  sendChangeOrder,
  withdrawChangeOrder,
} from './changeOrder.ts';
import { eraseClient, restoreClient, setClient, trashClient } from './client.ts';
import type { Action } from './define.ts';
import {
  replayDelivery,
  replayMissed,
  retryDeliveries,
  retryDelivery,
  startReplay,
  startRetry,
} from './delivery.ts';
import {
  mailChangeOrder,
  mailContract,
  mailInvoice,
  mailPortal,
  mailScope,
  remindInvoice,
} from './documentMail.ts';
import { editInvoice } from './editInvoice.ts';
import {
  addEndpoint,
  disableEndpoint,
  editEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from './endpoint.ts';
import { acceptEstimate, convertEstimate, declineEstimate } from './estimate.ts';
import { startExport } from './export.ts';
import {
  addProjectOfInquiry,
  convertInquiry,
  deleteInquiry,
  dismissInquiry,
  inquiryEntriesOfClients,
  reopenInquiry,
  setInquiryForm,
} from './inquiry.ts';
import { inviteMember, resendInvitation, withdrawInvitation } from './invitation.ts';
import { sendInvoice, setLateFee, viewInvoice, voidInvoice } from './invoice.ts';
import { invoiceTime } from './invoiceTime.ts';
import { createKey, revokeKey } from './key.ts';
import {
  openPortal,
  renewChangeOrderLink,
  renewContractLink,
  renewInquiryLink,
  renewIntakeLink,
  renewInvoiceLink,
  renewPortalLink,
  renewScopeLink,
} from './link.ts';
import { removeLogo, setLogo } from './logo.ts';
import { setMailText } from './mailText.ts';
import {
  addMember,
  leaveWorkspace,
  removeMember,
  signInLink,
  signOutEverywhere,
  signOutMember,
} from './member.ts';
import {
  acceptOwnership,
  declineOwnership,
  makeOwner,
  offerOwnership,
  withdrawOwnership,
} from './ownership.ts';
import { payInvoice, removePayment } from './payment.ts';
import { restoreProject, setProject, trashProject } from './project.ts';
import { discardTimer, pauseTimer, resumeTimer, startTimer, stopTimer } from './timer.ts';
import { saveWeek, setCapacity } from './week.ts';
import { deleteNote, deleteTime, editNote, editRevision, editTime } from './work.ts';
import { removeWorkspace, resumeWorkspace, setWorkspace, suspendWorkspace } from './workspace.ts';

/** Every action. What people and programs both do is no action but an operation (src/operations/). */
export const actions: readonly Action[] = [
  setWorkspace,
  setLogo,
  removeLogo,
  setMailText,
  suspendWorkspace,
  resumeWorkspace,
  removeWorkspace,
  startExport,
  createKey,
  revokeKey,
  addEndpoint,
  editEndpoint,
  removeEndpoint,
  enableEndpoint,
  disableEndpoint,
  testEndpoint,
  rotateSecret,
  replayDelivery,
  retryDelivery,
  replayMissed,
  startReplay,
  retryDeliveries,
  startRetry,
  trashClient,
  restoreClient,
  setClient,
  eraseClient,
  openPortal,
  renewPortalLink,
  mailPortal,
  setInquiryForm,
  renewInquiryLink,
  convertInquiry,
  addProjectOfInquiry,
  dismissInquiry,
  reopenInquiry,
  deleteInquiry,
  setProject,
  trashProject,
  restoreProject,
  invoiceTime,
  submitIntake,
  renewIntakeLink,
  sendScope,
  approveScope,
  renewScopeLink,
  mailScope,
  resolveRequest,
  sendContract,
  signContract,
  renewContractLink,
  mailContract,
  approveChangeOrder,
  proposeChangeOrder,
  editChangeOrder,
  sendChangeOrder,
  withdrawChangeOrder,
  acceptChangeOrder,
  renewChangeOrderLink,
  mailChangeOrder,
  saveWeek,
  editTime,
  deleteTime,
  startTimer,
  pauseTimer,
  resumeTimer,
  stopTimer,
  discardTimer,
  editNote,
  deleteNote,
  editRevision,
  editInvoice,
  sendInvoice,
  viewInvoice,
  payInvoice,
  removePayment,
  voidInvoice,
  setLateFee,
  renewInvoiceLink,
  mailInvoice,
  remindInvoice,
  acceptEstimate,
  declineEstimate,
  convertEstimate,
  addMember,
  removeMember,
  leaveWorkspace,
  inviteMember,
  resendInvitation,
  withdrawInvitation,
  setMember,
  changeEmail,
  confirmEmail,
  setNotifications,
  setCapacity,
  makeOwner,
  offerOwnership,
  withdrawOwnership,
  acceptOwnership,
  declineOwnership,
  signInLink,
  signOutMember,
  signOutEverywhere,
];

const byName = new Map<string, Action>(actions.map(action => [action.name, action]));

/** The action with this name, such as invoice.send. Throws where there is none. */
export function actionNamed(name: string): Action {
  const action = byName.get(name);
  if (!action) throw new Error(`There is no action ${name}.`);
  return action;
}

/** The audit log's words for what is no action: what the API, the operator and clients do. */
const otherEntries: Record<string, string> = {
  'workspace.created': 'created the workspace',
  'export.downloaded': 'downloaded an export of the workspace',
  'invitation.accepted': 'accepted an invitation',
  'invitation.declined': 'declined an invitation',
  'member.owner_replaced': 'made the former owner a member',
  'client.created': 'added a client',
  'clients.imported': 'imported clients',
  'project.created': 'added a project',
  'scope.drafted': 'drafted the scope of a project',
  ...scopeEntriesOfClients,
  ...changeOrderEntriesOfClients,
  ...inquiryEntriesOfClients,
  'revision.logged': 'logged a revision round',
  'note.added': 'added a note',
  'invoice.drafted': 'drafted an invoice',
  'estimate.drafted': 'drafted an estimate',
};

const mergeWords = (words: (Record<string, string> | undefined)[]) =>
  new Map<string, string>(Object.entries(Object.assign({}, ...words)));
const sentences = mergeWords([otherEntries, ...actions.map(({ auditEntries }) => auditEntries)]);
const sentencesForClient = mergeWords(actions.map(({ auditEntriesForClient }) => auditEntriesForClient));

/**
 * What an entry of the audit log says after the actor's name: `made the workspace`. `isClient`: the actor came by a
 * share link, and so recorded nothing for another person.
 */
export const sentenceOf = (entryName: string, isClient: boolean): string =>
  (isClient ? undefined : sentencesForClient.get(entryName)) ?? sentences.get(entryName) ?? entryName;
