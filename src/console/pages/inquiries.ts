import { filterForm } from '../components/filterForm.ts';
import { inquiryPill } from '../components/inquiryPill.ts';
import { cursorOf, keysetPagination, pageRows } from '../components/keysetPagination.ts';
import { table } from '../components/table.ts';
import { tabs } from '../components/tabs.ts';
import { listDay } from '../components/time.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type InquiryPage, inquiryList, inquiryStates, type ListedInquiry } from '../queries/inquiry.ts';
import { searchText } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressKeeping } from '../requests/paths.ts';

const path = '/inquiries';

/** The states that an address asks for: `all`, or one of them, by default the open ones. */
const chosen = (search: URLSearchParams) =>
  search.get('state') === 'all'
    ? null
    : (inquiryStates.find(state => state === search.get('state')) ?? 'open');

/** Inquiries: messages of people who aren't clients yet. */
export const inquiries = page<{ inquiries: InquiryPage }>({
  path,
  reads: ({ search }) => ({
    inquiries: inquiryList(chosen(search), searchText(search), cursorOf(search)),
  }),
  view: ({ inquiries: { rows, isFormOpen } }, context) => ({
    title: 'Inquiries',
    actions: html`<a class="button quiet" href="/settings/inquiries">Inquiry form</a>`,
    body: html`
      ${stateTabs(context)}
      ${filterForm(context, [['search', 'Name, company or email', 'search']], ['state'])}
      ${rows.length === 0 ? empty(context, isFormOpen) : list(pageRows(rows), context)}
      ${keysetPagination(context.here, rows)}`,
  }),
});

function stateTabs({ search }: PageContext): Html {
  const address = addressKeeping(path, search, ['search']);
  const addressOf = (state: string | null) => address(state === 'open' ? {} : { state: state ?? 'all' });
  return tabs(
    'Inquiries',
    [...inquiryStates, null].map(state => [state === null ? 'All' : word(state), addressOf(state)] as const),
    addressOf(chosen(search)),
  );
}

function list(rows: readonly ListedInquiry[], { person, search }: PageContext): Html {
  const isOfAll = chosen(search) === null;
  return table(
    'Inquiries',
    ['Name', 'Company', 'Email', 'Received', ...(isOfAll ? ['Status'] : [])],
    rows.map(inquiry => [
      html`<a href="/inquiries/${inquiry.id}">${inquiry.name}</a>`,
      inquiry.company ?? '',
      inquiry.email,
      listDay(inquiry.receivedAt, person),
      ...(isOfAll ? [inquiryPill(inquiry)] : []),
    ]),
  );
}

function empty({ search }: PageContext, isFormOpen: boolean): Html {
  if (searchText(search) !== '' || search.get('state'))
    return html`<p class="empty">No inquiries match. <a href="${path}">Show open inquiries</a>.</p>`;
  return isFormOpen
    ? html`<p class="empty">No open inquiries. What people send through your form appears here and on Home.</p>`
    : html`<p class="empty">No open inquiries. To let people who aren’t clients yet write to you, <a href="/settings/inquiries">switch on your inquiry form</a>.</p>`;
}
