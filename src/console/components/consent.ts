import { exactMoment } from '../../formatting/index.ts';
import { languageName } from '../../formatting/languages.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import type { StoredDeclaration } from '../queries/declaration.ts';
import type { Person } from '../sessions/person.ts';
import { facts } from './facts.ts';

/** A client's approval, and who recorded it. */
interface Consent {
  /** The given name; null if the operator gave none. */
  by: string | null;
  /** The email address of the member who recorded it, or `operator`; null: the client did it through the share link. */
  recordedBy: string | null;
}

/**
 * Who approved: `Approved by Ada Marsh`, or if it was recorded for the client, `Approved. Recorded by owner@studio.example for
 * Ada Marsh`.
 */
export function approvalLine({ by, recordedBy }: Consent, person: Person): Html {
  const name = by === null ? null : html` ${recordedBy === null ? 'by' : 'for'} <bdi>${by}</bdi>`;
  return recordedBy === null
    ? html`Approved${name}`
    : html`Approved. Recorded by ${recorderName(recordedBy, person)}${name}`;
}

/** What is stored of a consent besides the name. */
interface Evidence {
  declaration: StoredDeclaration | null;
  /** Of the document that the client read, in hexadecimal. */
  sha256?: string;
  from?: string | null;
  browser?: string | null;
}

/** What the client declared and what is stored with it, which unfolds; null if nothing is. */
export function evidence(
  { declaration, sha256 = '', from = null, browser = null }: Evidence,
  { locale, time_zone }: Person,
): Html | null {
  if (declaration === null && sha256 === '') return null;
  const hash = (text: string | undefined) => (text ? html`<code>${text}</code>` : null);
  return html`
    <details><summary>Evidence</summary>
      ${facts([
        ['Declared', declaration && html`<q lang="${declaration.language}">${declaration.text}</q>`],
        ['Language', declaration && languageName(declaration.language)],
        ['Declared at', declaration && exactMoment(declaration.at, locale, time_zone)],
        ['SHA-256 of the declaration', hash(declaration?.sha256)],
        ['SHA-256 of the document', hash(sha256)],
        ['Network address', from],
        ['Browser', browser],
      ])}
    </details>`;
}
