import { type Html, html } from '../html/html.ts';

/** The parties of a document. */
interface Parties {
  from: { name: string; letterhead: string | null };
  to: { name: string; company: string | null; contactName: string | null; address: string | null };
}

/** A document for the client: title, sender and recipient side by side, details and body. */
export function letter({ from, to }: Parties, title: Html, facts: Html, body: Html): Html {
  return html`
    <article class="paper">
      <header>${title}</header>
      <div class="parties">
        <div><p class="party">From</p><address class="text">${from.letterhead ?? from.name}</address></div>
        <div><p class="party">To</p><address class="text">${addressLines(to)}</address></div>
        ${facts}
      </div>
      ${body}
    </article>`;
}

/** The company's name, if there is one, and below it the contact's name. */
function addressLines({ name, company, contactName, address }: Parties['to']): string {
  const lines = [company ?? name, company === null ? null : name, contactName, address];
  return [...new Set(lines.filter(line => line !== null))].join('\n');
}
