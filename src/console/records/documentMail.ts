import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../operations/define.ts';
import { object, objects } from '../../records/fragments.ts';

/** An email with a document to a client, or a payment reminder. */
export interface DocumentMail {
  purpose: 'document' | 'reminder';
  recipient: string;
  cc: string[];
  state: 'queued' | 'sent' | 'failed';
  sentBy: string;
  queuedAt: string;
  sentAt: string | null;
  failedAt: string | null;
  /** Why it failed, or a copy of it. */
  failure: string | null;
}

/** The client to whom a document can be emailed. */
export interface MailedClient {
  id: string;
  name: string;
  contactName: string | null;
  email: string | null;
  billingEmail: string | null;
}

/** The JSON of a MailedClient, from a row of clients named `c`. */
export const mailedClient = object(
  sql.fragment`c.id, c.name, c.contact_name as "contactName", c.email, c.billing_email as "billingEmail"`,
);

/** How many emails a page lists. */
const maxMails = 20;

/** The last emails of a document, newest first, as JSON. `record`: the invoice, the project of the scope or contract, the proposal of the change order, or the client of the portal. */
export const mailsOf = (
  kind: FragmentSqlToken | 'scope' | 'contract' | 'change_order' | 'portal',
  record: FragmentSqlToken,
): FragmentSqlToken =>
  objects(sql.fragment`
    select m.purpose, m.recipient, m.cc, m.state, m.sent_by as "sentBy", corkboard.iso(m.queued_at) as "queuedAt",
           corkboard.iso(m.sent_at) as "sentAt", corkboard.iso(m.failed_at) as "failedAt", m.failure
      from corkboard.document_mails m
     where m.workspace_id = ${workspaceId} and m.record_id = ${record} and m.kind = ${kind}
     order by m.queued_at desc, m.id desc limit ${maxMails}`);

/** The workspace's own texts for emails, by template and language (OwnMailTexts), as JSON. */
export const ownMailTexts: FragmentSqlToken = sql.fragment`
  (select coalesce(json_object_agg(t.template || ' ' || t.language, ${object(sql.fragment`t.subject, t.text`)}), '{}')
     from corkboard.mail_texts t where t.workspace_id = ${workspaceId})`;
