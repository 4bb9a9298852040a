import { type Html, html } from '../html/html.ts';

/** A figure, which links to the list behind it. */
export interface Stat {
  label: string;
  href: string;
  value: string;
  /** Shown beneath the figure, in one line. */
  notes: string[];
  isBad?: boolean;
}

/** Figures as cards. */
export const statCards = (stats: readonly Stat[]): Html =>
  html`<div class="stats">${stats.map(
    ({ label, href, value, notes, isBad }) => html`
    <a class="card stat" href="${href}">
      <span class="label">${label}</span>
      <span class="value${isBad ? ' bad' : ''}">${value}</span>
      <span class="sub">${notes.join(' · ')}</span></a>`,
  )}</div>`;
