import { amount } from '../../formatting/index.ts';
import { changeOrderPill } from '../components/changeOrder.ts';
import { inquiryPill } from '../components/inquiryPill.ts';
import { dueOf, estimatePills, statusPill } from '../components/invoiceTable.ts';
import { searchForm } from '../components/searchForm.ts';
import { listDate } from '../components/time.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { searchText, shownResults } from '../queries/search.ts';
import { type SearchResults, searchEverything } from '../queries/searchResults.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withQuery } from '../requests/paths.ts';

/** A search across clients, projects, invoices with their lines and payments, change orders and inquiries. */
export const search = page<{ found: SearchResults }>({
  path: '/search',
  reads: ({ search }) => ({ found: searchEverything(searchText(search)) }),
  view: ({ found }, context) => {
    const text = searchText(context.search);
    const lists = listsOf(found, context).filter(({ results }) => results.length > 0);
    return {
      title: 'Search',
      body: html`${searchForm(text)}${text !== '' && lists.length === 0 ? nothing(text) : lists.map(list => section(list, text))}`,
    };
  },
});

/** A result of a search. */
interface Result {
  /** The path of its page. */
  path: string;
  name: string;
  /** Details that distinguish it from others of its name. */
  beside?: string | null;
  amounts?: readonly string[];
  state?: Html | null;
}

/** The results of a kind, and the list that shows all of them. */
interface Results {
  heading: string;
  results: readonly Result[];
  all?: { path: string; name: string; query?: Record<string, string> };
}

/** The results, each with its name, what distinguishes it, its amount and its state. */
function listsOf(found: SearchResults, { person }: PageContext): Results[] {
  const money = (cents: number, currency: string) => amount(cents, currency, person.locale);
  return [
    {
      heading: 'Clients',
      results: found.clients.map(({ id, name, company, outstanding }) => ({
        path: `/clients/${id}`,
        name,
        beside: company,
        amounts: outstanding.map(({ dueCents, currency }) => `${money(dueCents, currency)} due`),
      })),
      all: { path: '/clients', name: 'clients' },
    },
    {
      heading: 'Projects',
      results: found.projects.map(({ id, name, client, stage, status, priceCents, currency }) => ({
        path: `/projects/${id}`,
        name,
        beside: client,
        amounts: priceCents === null ? [] : [money(priceCents, currency!)],
        state: pill(word(status === 'active' ? stage : status)),
      })),
      all: { path: '/projects', name: 'projects', query: { include_archived: 'true' } },
    },
    {
      heading: 'Invoices',
      results: found.invoices.map(invoice => ({
        path: `/invoices/${invoice.id}`,
        name: invoice.number,
        beside: `${invoice.client} · ${invoice.project}`,
        amounts: [`${dueOf(invoice, person) ?? ''}${money(invoice.totalCents, invoice.currency)}`],
        state: html`${statusPill(invoice, found.today)}${estimatePills(invoice, invoice.answer, invoice.isConverted, found.today)}`,
      })),
      all: { path: '/invoices', name: 'invoices' },
    },
    {
      heading: 'Payments',
      results: found.payments.map(({ invoiceId, number, client, reference, ...payment }) => ({
        path: `/invoices/${invoiceId}`,
        name: `${word(payment.kind)} of ${number}`,
        beside: reference === null ? client : `${client} · ${reference}`,
        amounts: [money(payment.amountCents, payment.currency)],
        state: html`<span class="when">${payment.kind === 'payment' ? 'Received ' : ''}${listDate(payment.paidOn, person)}</span>`,
      })),
      all: { path: '/invoices', name: 'invoices with payments' },
    },
    {
      heading: 'Change orders',
      results: found.changeOrders.map(({ proposalId, projectId, ...order }) => ({
        path:
          proposalId === null
            ? `/projects/${projectId}?tab=scope`
            : `/projects/${projectId}/change-orders/${proposalId}`,
        name: order.title ?? 'Change order',
        beside: `${order.client} · ${order.project}`,
        amounts: [money(order.amountCents, order.currency)],
        state: changeOrderPill(order),
      })),
    },
    {
      heading: 'Inquiries',
      results: found.inquiries.map(inquiry => ({
        path: `/inquiries/${inquiry.id}`,
        name: inquiry.name,
        beside: inquiry.company,
        state: inquiryPill(inquiry),
      })),
      all: { path: '/inquiries', name: 'inquiries', query: { state: 'all' } },
    },
  ];
}

const pill = (label: string): Html => html`<span class="pill">${label}</span>`;

function section({ heading, results, all }: Results, text: string): Html {
  const { shown, hasMore } = shownResults(results);
  const more = all
    ? html`<p><a href="${withQuery(all.path, { search: text, ...all.query })}">All ${all.name} that match</a></p>`
    : html`<p class="hint">There are more. To find others, search for more of their words.</p>`;
  return html`<section><h2>${heading}</h2>
    <ul class="list found" data-keys="true">${shown.map(item)}</ul>
    ${hasMore ? more : null}</section>`;
}

const item = ({ path, name, beside = null, amounts = [], state = null }: Result): Html =>
  html`<li><span><a href="${path}">${name}</a>${beside === null ? null : html` <span class="when">${beside}</span>`}</span>
    <span class="inline">${amounts.map(text => html`<span>${text}</span> `)}${state}</span></li>`;

const nothing = (text: string): Html =>
  html`<p class="empty">Nothing matches “${text}”. You can search by name, email, number, VAT number, amount, payment reference, or the words of an invoice’s line or a change order.</p>`;
