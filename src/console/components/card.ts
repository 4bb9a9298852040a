import { type Html, html } from '../html/html.ts';

/** A card with a heading; null if it has no content. */
export function card(heading: string, content: Html | null | (Html | null)[]): Html | null {
  const shown = [content].flat().filter(part => part !== null);
  return shown.length === 0 ? null : html`<section><h2>${heading}</h2>${shown}</section>`;
}
