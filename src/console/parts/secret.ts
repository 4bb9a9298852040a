import { type Html, html } from '../html.ts';

/** A secret that is shown this once. `name`: what it is, like `API key`. */
export const secret = (name: string, value: string): Html => html`
  <p>This is the only time that it is shown: it is stored nowhere in this form. Copy it now to where it is used.</p>
  <p class="field"><label for="secret">${name}</label>
    <input id="secret" type="text" readonly value="${value}"></p>
  <p><button type="button" class="quiet" data-copy="secret" hidden>Copy</button></p>`;
