/** A kind of email to clients. What it is about is a branch of corkboard.mailed_record, and its texts are in src/languages/. */
export interface MailKind {
  /** Its name in the settings and, in lower case, in sentences. */
  name: string;
  /** Who of a client gets it: the contacts with this role; null: the client itself. */
  role: 'billing' | 'approval' | null;
  /** The kind of record that it is sent from (src/actions/define.ts). */
  on: 'invoice' | 'creditNote' | 'project' | 'proposal' | 'client';
  /** The page of that record; the `recordId` of a credit note is that of its invoice. */
  pageOf: (mail: { recordId: string; recordName?: string; projectId: string | null }) => string;
  /** The action that sends it; without one, that of another kind does. */
  action?: {
    /** The audit log's words, also if it failed. */
    entry: string;
    failure: string;
    /** The notice afterwards, if it isn't that the email is on its way. */
    done?: string;
    /** The state of the record that the page showed; corkboard.send_before_mail rejects a later one. */
    shows?: 'version' | 'document';
    /** Whether the page shows what is missing from a draft. */
    isReviewed?: true;
  };
}
