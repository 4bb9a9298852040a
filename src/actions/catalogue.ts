import * as account from './account.ts';
import * as agreement from './agreement.ts';
import * as changeOrder from './changeOrder.ts';
import * as client from './client.ts';
import * as credit from './credit.ts';
import type { Action } from './define.ts';
import * as delivery from './delivery.ts';
import * as documentMail from './documentMail.ts';
import { editInvoice } from './editInvoice.ts';
import * as endpoint from './endpoint.ts';
import * as estimate from './estimate.ts';
import { startExport } from './export.ts';
import * as inquiry from './inquiry.ts';
import * as invitation from './invitation.ts';
import * as invoice from './invoice.ts';
import * as invoiceAgreed from './invoiceAgreed.ts';
import { invoiceTime } from './invoiceTime.ts';
import * as key from './key.ts';
import * as link from './link.ts';
import * as logo from './logo.ts';
import { setMailText } from './mailText.ts';
import * as member from './member.ts';
import * as ownership from './ownership.ts';
import * as payment from './payment.ts';
import { planEstimate, planScope } from './paymentPlan.ts';
import * as project from './project.ts';
import * as timer from './timer.ts';
import * as week from './week.ts';
import * as work from './work.ts';
import * as workspace from './workspace.ts';

/** Every action. What people and programs both do is no action but an operation (src/operations/). */
export const actions: readonly Action[] = [
  workspace.setWorkspace,
  workspace.setNumbers,
  workspace.dismissFirstSteps,
  logo.setLogo,
  logo.removeLogo,
  setMailText,
  workspace.suspendWorkspace,
  workspace.resumeWorkspace,
  workspace.removeWorkspace,
  startExport,
  key.createKey,
  key.revokeKey,
  endpoint.addEndpoint,
  endpoint.editEndpoint,
  endpoint.removeEndpoint,
  endpoint.enableEndpoint,
  endpoint.disableEndpoint,
  endpoint.testEndpoint,
  endpoint.rotateSecret,
  delivery.replayDelivery,
  delivery.retryDelivery,
  delivery.replayMissed,
  delivery.startReplay,
  delivery.retryDeliveries,
  delivery.startRetry,
  client.trashClient,
  client.restoreClient,
  client.setClient,
  client.archiveClient,
  client.unarchiveClient,
  client.eraseClient,
  link.openPortal,
  link.renewPortalLink,
  inquiry.setInquiryForm,
  link.renewInquiryLink,
  inquiry.convertInquiry,
  inquiry.addProjectOfInquiry,
  inquiry.dismissInquiry,
  inquiry.reopenInquiry,
  inquiry.deleteInquiry,
  project.setProject,
  project.trashProject,
  project.restoreProject,
  invoiceTime,
  invoiceAgreed.invoiceAgreed,
  invoiceAgreed.closeAgreed,
  invoiceAgreed.reopenAgreed,
  agreement.submitIntake,
  link.renewIntakeLink,
  planScope,
  agreement.sendScope,
  agreement.approveScope,
  agreement.duplicateScope,
  link.renewScopeLink,
  agreement.resolveRequest,
  agreement.sendContract,
  agreement.signContract,
  link.renewContractLink,
  changeOrder.approveChangeOrder,
  changeOrder.proposeChangeOrder,
  changeOrder.editChangeOrder,
  changeOrder.sendChangeOrder,
  changeOrder.withdrawChangeOrder,
  changeOrder.acceptChangeOrder,
  link.renewChangeOrderLink,
  week.saveWeek,
  work.editTime,
  work.deleteTime,
  timer.startTimer,
  timer.pauseTimer,
  timer.resumeTimer,
  timer.stopTimer,
  timer.discardTimer,
  work.editNote,
  work.deleteNote,
  work.editRevision,
  editInvoice,
  invoice.sendInvoice,
  invoice.duplicateInvoice,
  invoice.viewInvoice,
  payment.payInvoice,
  payment.removePayment,
  invoice.voidInvoice,
  credit.creditInvoice,
  credit.refundInvoice,
  credit.transferBalance,
  invoice.setLateFee,
  link.renewInvoiceLink,
  invoiceAgreed.assignInvoice,
  ...Object.values(documentMail.mailActions),
  documentMail.dismissMail,
  planEstimate,
  estimate.acceptEstimate,
  estimate.declineEstimate,
  estimate.convertEstimate,
  member.addMember,
  member.removeMember,
  member.leaveWorkspace,
  invitation.inviteMember,
  invitation.resendInvitation,
  invitation.withdrawInvitation,
  account.setMember,
  account.setMemberName,
  account.changeEmail,
  account.confirmEmail,
  account.setNotifications,
  week.setWeeklyHours,
  ownership.makeOwner,
  ownership.offerOwnership,
  ownership.withdrawOwnership,
  ownership.acceptOwnership,
  ownership.declineOwnership,
  member.signInLink,
  member.signOutMember,
  member.signOutEverywhere,
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
  'export.downloaded': 'downloaded a file of records',
  'invitation.accepted': 'accepted an invitation',
  'invitation.declined': 'declined an invitation',
  'member.owner_replaced': 'made the former owner a member',
  'client.created': 'added a client',
  'clients.imported': 'imported clients',
  'project.created': 'added a project',
  'scope.drafted': 'drafted the scope of a project',
  'scope.changes_requested': 'asked for changes to the scope of a project',
  'change_order.declined': 'declined a change order',
  'inquiry.received': 'sent an inquiry',
  'revision.logged': 'logged a revision round',
  'note.added': 'added a note',
  'invoice.drafted': 'drafted an invoice',
  'estimate.drafted': 'drafted an estimate',
};

const mergeWords = (words: (Record<string, string> | undefined)[]) =>
  new Map<string, string>(Object.entries(Object.assign({}, ...words)));
const sentences = mergeWords([otherEntries, ...actions.map(({ auditEntries }) => auditEntries)]);
const sentencesForClient = mergeWords(actions.map(({ auditEntriesForClient }) => auditEntriesForClient));
const sentencesOfFailure = mergeWords(actions.map(({ auditEntriesOfFailure }) => auditEntriesOfFailure));

/**
 * The words of an audit log entry after the actor's name: `made the workspace`. `isClient`: the actor came by a
 * share link, and so recorded nothing for another person. `hasFailed`: the email that was sent failed.
 */
export const sentenceOf = (entryName: string, isClient: boolean, hasFailed = false): string =>
  (hasFailed ? sentencesOfFailure.get(entryName) : undefined) ??
  (isClient ? undefined : sentencesForClient.get(entryName)) ??
  sentences.get(entryName) ??
  entryName;
