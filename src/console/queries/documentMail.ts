import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { MailTemplate } from '../../mail/mailKinds.ts';
import type { ClientAddresses } from '../../mail/recipients.ts';
import { fields, object, objects, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';

/** The emailed document. */
export type MailedKind = Exclude<MailTemplate, 'reminder'>;

/** An email with a document to a client, or a payment reminder. */
export interface DocumentMail {
  id: string;
  purpose: 'document' | 'reminder';
  recipient: string;
  cc: string[];
  /** Of the recipient, not of the copies. */
  state: 'queued' | 'sent' | 'failed';
  sentBy: string;
  queuedAt: string;
  sentAt: string | null;
  failedAt: string | null;
  /** Why it failed, or a copy of it. */
  failure: string | null;
  /** The addresses that it failed for. */
  rejected: string[];
  /** Those that it is tried again for. */
  waiting: string[];
  /** How often it was tried, why the last attempt left addresses waiting, and when the next one is. */
  attempts: number;
  lastAnswer: string | null;
  nextAttemptAt: string | null;
}

/** An email as its page shows it. */
export interface MailDetail extends DocumentMail {
  kind: MailedKind;
  /** The invoice of a credit note. */
  recordId: string;
  projectId: string | null;
  /** The number of an invoice, estimate or credit note; otherwise the name of the project, or of the portal's client. */
  recordName: string;
  client: { id: string; name: string };
  subject: string;
  text: string;
  /** Since when it waits for a member's review, because it failed; null: it doesn't. */
  flaggedAt: string | null;
}

/** The client to whom a document can be emailed. */
export interface MailedClient extends ClientAddresses {
  id: string;
  name: string;
  contactName: string | null;
}

/** The JSON of a MailedClient, from a row of clients named `c`. */
export const mailedClient = object(fields('c', 'id name contactName email billingEmail contacts'));

/** How many emails a page lists if it has one list of them. */
const maxMails = 10;

const columns = sql.fragment`
  ${fields('m', 'id purpose recipient cc state sentBy queuedAt sentAt failedAt failure rejected attempts lastAnswer nextAttemptAt')},
  case when m.next_attempt_at is null then '{}' else corkboard.mail_recipients_left(row(m.*)::corkboard.document_mails) end as waiting`;

/** The last emails of a document, newest first, as JSON. `record` is as in corkboard.document_mails. */
export const mailsOf = (
  kind: FragmentSqlToken | MailedKind,
  record: FragmentSqlToken,
  most = maxMails,
): FragmentSqlToken =>
  objects(sql.fragment`
    select ${columns}
      from corkboard.document_mails m
     where m.workspace_id = ${workspaceId} and m.record_id = ${record} and m.kind = ${kind}
     order by m.queued_at desc, m.id desc limit ${most}`);

/** The ids, as JSON, of the records of which an email failed and waits for a review. `condition`: on rows `m` of document_mails. */
export const undelivered = (condition: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  select coalesce(json_agg(distinct m.record_id), '[]')
    from corkboard.document_mails m
   where m.workspace_id = ${workspaceId} and m.flagged_at is not null and ${condition})`;

/** How many records a list of all undelivered ones has: the newest, and more than anyone leaves. */
const maxUndelivered = 1_000;

/** One row with the `ids` of projects with such an email, except of an invoice, or of clients with one about no project. */
export const undeliveredOf = (of: 'projects' | 'clients'): FragmentSqlToken => {
  const isOne =
    of === 'clients'
      ? sql.fragment`m.project_id is null`
      : sql.fragment`m.project_id is not null and m.kind not in ('invoice', 'estimate')`;
  return sql.fragment`
    select coalesce(json_agg(u.id), '[]') as ids
      from (
        select coalesce(m.project_id, m.record_id) as id from corkboard.document_mails m
         where m.workspace_id = ${workspaceId} and m.flagged_at is not null and ${isOne}
         order by m.flagged_at desc limit ${maxUndelivered}) u`;
};

/** The name of an emailed document (MailDetail.recordName), from a row of document_mails named `m`. */
export const mailedRecordName = sql.fragment`(corkboard.mailed_record(${workspaceId}, m.kind, m.record_id)).name`;

/** One row, MailDetail; no row if it doesn't exist, or if its project or client is in the trash. */
export const mailDetail = (id: string): FragmentSqlToken => sql.fragment`
  select ${columns}, ${fields('m', 'kind projectId subject text flaggedAt')}, coalesce(n.invoice_id, m.record_id) as "recordId",
         ${mailedRecordName} as "recordName", ${object(sql.fragment`c.id, c.name`)} as client
    from corkboard.document_mails m
    left join corkboard.credit_notes n on n.workspace_id = ${workspaceId} and n.id = m.record_id
    left join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = m.project_id and p.trashed_at is null
    join corkboard.clients c on c.workspace_id = ${workspaceId} and c.trashed_at is null
      and c.id = case when m.project_id is null then m.record_id else p.client_id end
   where m.workspace_id = ${workspaceId} and m.id = ${asUuid(id)}`;

/** The workspace's own texts for emails, by template and language (OwnMailTexts), as JSON. */
export const ownMailTexts: FragmentSqlToken = sql.fragment`
  (select coalesce(json_object_agg(t.template || ' ' || t.language, ${object(sql.fragment`t.subject, t.text`)}), '{}')
     from corkboard.mail_texts t where t.workspace_id = ${workspaceId})`;
