import { type Html, html } from '../html/html.ts';

/** The form that searches everything (pages/search.ts). */
export const searchForm = (text = ''): Html => html`
  <form method="get" action="/search" class="filters" role="search">
    <p class="field"><label for="search">Name, number, email or amount</label>
      <input type="search" id="search" name="search" value="${text}"></p>
    <p><button>Search</button></p>
  </form>`;
