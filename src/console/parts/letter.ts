import { type Html, html } from '../html/html.ts';

/** Between whom a paper is. */
interface Parties {
  from: { name: string; letterhead: string | null };
  to: { name: string; company: string | null; contactName: string | null; address: string | null };
}

/** A paper that goes to the client: who it is from, its title, whom it is for, its facts, and what it says. */
export function letter({ from, to }: Parties, title: Html, facts: Html, body: Html): Html {
  return html`
    <article class="paper">
      <header><div>${title}</div><p class="text from">${from.letterhead ?? from.name}</p></header>
      <div class="parties">
        <address class="text">${addressLines(to)}</address>
        ${facts}
      </div>
      ${body}
    </article>`;
}

/** The firm first, where there is one; whoever is known there stands under it. */
function addressLines({ name, company, contactName, address }: Parties['to']): string {
  const lines = [company ?? name, company === null ? null : name, contactName, address];
  return [...new Set(lines.filter(line => line !== null))].join('\n');
}
