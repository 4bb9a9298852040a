import { stopwatch } from '../../formatting/index.ts';
import { maxTimerSeconds, type Timer } from '../sessions/person.ts';
import { type Html, html } from './html.ts';

/** Whether a timer has stopped counting, so that its duration must be entered. */
export const hasStoppedCounting = ({ seconds }: Timer): boolean => seconds > maxTimerSeconds;

/** The time that a timer has counted. The script counts on while it runs. */
export function elapsed(timer: Timer): Html {
  const seconds = Math.min(timer.seconds, maxTimerSeconds);
  const counts = timer.isRunning && seconds < maxTimerSeconds;
  return html`<b class="elapsed${hasStoppedCounting(timer) ? ' late' : null}"${counts ? html` data-seconds="${seconds}"` : null}>${stopwatch(seconds)}</b>`;
}
