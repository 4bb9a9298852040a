import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Catalogue } from '../../languages/en.ts';
import { object, workspaceId } from '../../records/fragments.ts';
import type { Language } from '../../vocabulary/documents.ts';

/** What a client declared by entering their name, word by word. */
export interface StoredDeclaration {
  language: Language;
  text: string;
  /** The text's SHA-256, in hexadecimal. */
  sha256: string;
  at: string;
}

/** The declaration about a record, as JSON; null: a member recorded the consent, or it is from before 1.1.0. */
export const declarationOf = (
  kind: keyof Catalogue['declarations'],
  record: FragmentSqlToken,
): FragmentSqlToken =>
  object(sql.fragment`
    d.language, d.text, encode(d.text_sha256, 'hex') as sha256, corkboard.iso(d.declared_at) as at
    from corkboard.declarations d
    where d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.record_id = ${record}`);
