import { type Html, html } from '../html/html.ts';

/** The form that searches clients, projects and invoices. */
export const searchForm = (text = ''): Html => html`
  <form method="get" action="/search" class="filters" role="search">
    <p class="field"><label for="search">Name, number or email</label>
      <input type="search" id="search" name="search" value="${text}"></p>
    <p><button>Search</button></p>
  </form>`;
