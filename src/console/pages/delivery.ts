import { replayDelivery, retryDelivery } from '../../actions/delivery.ts';
import { dayOf } from '../../formatting/index.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { facts } from '../components/facts.ts';
import { recordLink } from '../components/recordLink.ts';
import { integrationsCrumbs } from '../components/settingsTabs.ts';
import { exactTime } from '../components/time.ts';
import { deliveryPill, healthLabel } from '../components/webhookLabels.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type DeliveryDetail, deliveryDetail } from '../queries/deliveries.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { attemptsMade, attemptTimeline, nextAttempt } from './delivery/attempts.ts';
import { diagnosis } from './delivery/diagnosis.ts';
import { bodyOf, requestSection } from './delivery/request.ts';
import { signatureRecipe } from './delivery/signatureRecipe.ts';

const path = '/settings/webhooks/:endpoint/deliveries/:id';
const replay = byAction(replayDelivery, { path: `${path}/replay` });
const retry = byAction(retryDelivery, { path: `${path}/retry` });

/** A delivery: its result, its attempts, and its request. */
export const deliveryPage = page<{ delivery: DeliveryDetail }>({
  path,
  reads: ({ params }) => ({ delivery: deliveryDetail(asUuid(params.endpoint!), asUuid(params.id!)) }),
  view: ({ delivery }, context) => ({
    title: `Delivery of ${delivery.event}`,
    crumbs: [...integrationsCrumbs, [delivery.host, `/settings/webhooks/${delivery.endpointId}`]],
    status: deliveryPill(delivery),
    actions: resendForms(delivery, context),
    body: html`
      <div class="beside">
        <div>
          ${diagnosis(delivery, context.person)}
          ${attemptTimeline(delivery, context.person)}
          ${requestSection(delivery, context)}
          ${signatureRecipe(delivery, bodyOf(delivery, context))}
        </div>
        <aside aria-label="Details"><section><h2>Details</h2>${details(delivery, context)}</section></aside>
      </div>`,
  }),
  posts: [replay, retry],
});

function details(delivery: DeliveryDetail, { person }: PageContext): Html {
  const { locale, time_zone } = person;
  const at = (time: string | null) => time && exactTime(time, person);
  return facts([
    ['Record', recordLink(delivery)],
    ['Created', at(delivery.createdAt)],
    ['Next attempt', nextAttempt(delivery, person)],
    ['Endpoint', delivery.status === 'succeeded' ? null : healthLabel(delivery.health, person)],
    ['Attempts', attemptsMade(delivery)],
    ['Finished', at(delivery.settledAt)],
    ['Kept until at least', delivery.keptUntil && dayOf(delivery.keptUntil, locale, time_zone)],
    ['Delivery ID', html`<code>${delivery.id}</code>`],
  ]);
}

/** The button that sends the delivery again: a replay, or while it is pending its next attempt. */
function resendForms(delivery: DeliveryDetail, context: PageContext): Html | null {
  if (!delivery.isOn) return null;
  const quiet = delivery.status === 'succeeded';
  return html`${form(context, replay, { record: delivery, quiet })}${form(context, retry, { record: delivery })}`;
}
