import type { Action } from '../../actions/define.ts';
import type { PaymentPart } from '../../documents/agreementView.ts';
import { disclosure } from '../components/disclosure.ts';
import type { FormOptions } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { byAction } from '../posts/byAction.ts';
import type { PaymentPlan } from '../queries/scope.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The post that saves the payment plan of a scope or of an estimate. */
export const planPost = (action: Action, path: string, pageQuery = {}) =>
  byAction(action, {
    path,
    pageQuery,
    looks: {
      parts: {
        hidden: false,
        label: 'Parts',
        hint: 'Each part by percentage or amount; together they are the price. Blank rows are ignored.',
        fields: {
          shareBps: { label: 'Percentage' },
          amountCents: { label: 'Or amount' },
          due: {
            label: 'Due',
            options: [
              ['approval', 'On approval'],
              ['date', 'On a date'],
              ['delivery', 'When the project is delivered'],
              ['request', 'When you say so'],
            ],
            blank: 'Choose',
          },
          dueOn: { label: 'Date' },
        },
      },
    },
  });

/** The form of a payment plan, and a notice if it is suspended. */
export const planForm = (
  context: PageContext,
  post: ReturnType<typeof planPost>,
  plan: PaymentPlan | null,
  parts: readonly PaymentPart[] | null | undefined,
  given: FormOptions,
): Html => html`
  ${plan !== null && !parts ? html`<p class="doubt">The payment plan is suspended: its parts don’t add up to the price, or are in another currency. It isn’t printed or agreed to until you change it.</p>` : null}
  ${disclosure(context, plan === null ? 'Add payment plan' : 'Edit payment plan', post, { ...given, isLong: true, values: { ...given.values, parts: plan?.parts } })}`;
