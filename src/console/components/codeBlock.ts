import { type Html, html } from '../html/html.ts';

/**
 * A text to copy exactly, with a button that copies it. `id`: unique on the page; `label`: its name, for screen
 * readers.
 */
export const codeBlock = (id: string, label: string, text: string): Html => html`
  <div class="code">
    <pre id="${id}" tabindex="0" aria-label="${label}">${text}</pre>
    <button type="button" class="quiet" data-copy="${id}" aria-label="Copy ${label}" hidden>Copy</button>
  </div>`;
