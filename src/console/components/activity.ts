import type { RecordedChange } from '../../errors/failure.ts';
import { type Html, html } from '../html/html.ts';
import type { AuditEntry } from '../queries/auditLog.ts';
import type { Person } from '../sessions/person.ts';
import { auditChanges } from './auditChanges.ts';
import { auditLink } from './auditRecord.ts';
import { actorName, sentence } from './auditWords.ts';
import { briefTime, timeInSentence } from './time.ts';

/** The placeholder for the record in an entry's sentence: `an invoice`. */
const placeholder =
  /\b(?:a|an) (?:project|client|member|invoice or estimate|invoice|estimate|API key|webhook endpoint)\b/;

/**
 * The sentence of an entry, with the record's name in place of `a project` and the like, or after it: `logged time ·
 * Website`.
 */
function withRecord(entry: AuditEntry, person: Person): Html {
  const words = sentence(entry);
  const link = auditLink(entry, person);
  if (link === null) return html`${words}`;
  const [before = '', after, ...others] = words.split(placeholder);
  return after === undefined || others.length > 0 ? html`${words} · ${link}` : html`${before}${link}${after}`;
}

/**
 * The last changes, newest first: who did what, to which record, and the values that changed. Null if there are none.
 */
export function activity(rows: readonly AuditEntry[], person: Person, all: string): Html | null {
  if (rows.length === 0) return null;
  return html`
    <section><h2>Recent activity</h2>
      <ul class="list activity">${rows.map(
        entry => html`
        <li><div><b>${actorName(entry, person)}</b> ${withRecord(entry, person)}${auditChanges(entry.changes, person.locale)}</div>
          <span class="when">${briefTime(entry.recordedAt, person)}</span></li>`,
      )}</ul>
      <p><a href="${all}">All changes</a></p>
    </section>`;
}

/** Changes of a record by others since a page showed it; null if there are none. */
export const changeList = (changes: readonly RecordedChange[], person: Person): Html | null =>
  changes.length === 0
    ? null
    : html`<ul>${changes.map(
        one =>
          html`<li>${actorName(one, person)} ${sentence(one)}, ${timeInSentence(one.recordedAt, person)}${auditChanges(one.changes, person.locale)}</li>`,
      )}</ul>`;
