import type { DocumentView, PartyView } from '../../documents/documentView.ts';
import { type Html, html } from '../html/html.ts';
import { logoPath } from './logo.ts';

/** A document of a workspace for its client: title and logo, sender and recipient side by side, details and body. */
export function letter(view: DocumentView, workspaceId: string, title: Html, body: Html): Html {
  const { language, paper, logo, from, to, facts, footer } = view;
  return html`
    <article class="paper" lang="${language}" data-paper="${paper}">
      <header><div>${title}</div>${logo === null ? null : html`<img class="logo" src="${logoPath(workspaceId, logo)}" alt="${from.lines[0] ?? ''}">`}</header>
      <div class="parties">
        ${party(from)}
        ${party(to)}
        ${facts.length === 0 ? null : html`<dl class="facts">${facts.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
      </div>
      ${body}
      ${footer === null ? null : html`<footer class="text">${footer}</footer>`}
    </article>`;
}

const party = ({ label, lines }: PartyView): Html =>
  html`<div><p class="party">${label}</p><address class="text"><b>${lines[0] ?? ''}</b>${lines.slice(1).map(line => `\n${line}`)}</address></div>`;
