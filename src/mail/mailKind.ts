/** A kind of email to clients, in a file of its own. What it is about is a branch of corkboard.mailed_record. Its texts are in src/languages/. */
export interface MailKind {
  /** Its name in the settings. */
  name: string;
  /** The kind of record that it is sent from (src/actions/define.ts). */
  on: 'invoice' | 'project' | 'proposal' | 'client';
  /** The page of that record. */
  pageOf: (mail: { recordId: string; projectId: string | null }) => string;
  /** The action that sends it; without one, that of another kind does. */
  action?: {
    summary: string;
    button: string;
    /** The audit log's words, also if it failed. */
    entry: string;
    failure: string;
    /** The notice afterwards, if it isn't that the email is on its way. */
    done?: string;
    /** The state of the record that the page showed; corkboard.check_scope_read, of a scope, rejects a later one. */
    shows?: 'version' | 'document';
    isOffered: (record: Record<string, unknown>) => boolean;
  };
}
