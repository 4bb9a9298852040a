import { asUuid } from '../../vocabulary/id.ts';
import { confirmFirst, ownersOnly } from '../components/confirmFirst.ts';
import { cursorOf } from '../components/keysetPagination.ts';
import { integrationsCrumbs } from '../components/settingsTabs.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type Deliveries, deliveriesOf } from '../queries/deliveries.ts';
import { type EndpointStats, endpointStats } from '../queries/endpointStats.ts';
import { type EndpointDetail, endpointDetail } from '../queries/endpoints.ts';
import { deliveriesSection, filtersOf } from './endpoint/deliveryList.ts';
import { detailsSection } from './endpoint/details.ts';
import { healthSection } from './endpoint/health.ts';
import { edit, path, remove, replay, retry, rotate, switches, test } from './endpoint/posts.ts';
import { resendForms } from './endpoint/resendForms.ts';

interface Rows {
  endpoint: EndpointDetail;
  deliveries: Deliveries;
  stats: EndpointStats;
}

/** An endpoint: first its problems and deliveries, then its details. */
export const endpointPage = page<Rows>({
  path,
  reads: ({ params, search }) => {
    const id = asUuid(params.endpoint!);
    return {
      endpoint: endpointDetail(id),
      deliveries: deliveriesOf(id, filtersOf(search), cursorOf(search)),
      stats: endpointStats(id),
    };
  },
  view: ({ endpoint, deliveries, stats }, context) => ({
    title: endpoint.description ?? endpoint.host,
    crumbs: integrationsCrumbs,
    body: html`
      ${healthSection(endpoint, stats, context)}
      ${ownersOnly(context, 'test, change or remove this endpoint')}${confirmFirst(context, 'test, change or remove this endpoint')}
      ${resendForms(context, endpoint)}
      ${deliveriesSection(endpoint, deliveries, context)}
      ${detailsSection(endpoint, context)}`,
  }),
  posts: [test, edit, rotate, ...switches, remove, replay, retry],
});
