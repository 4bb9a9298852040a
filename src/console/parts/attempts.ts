import type { Attempt, DeliveryDetail } from '../records/deliveries.ts';

/** How many attempts of the present round were made: `1 of 7 in round 2`. */
export const attemptsMade = ({ attemptsMade, attemptsOfRound, round }: DeliveryDetail): string =>
  `${attemptsMade} of ${attemptsOfRound}${round === 1 ? '' : ` in round ${round}`}`;

/** `Attempt 8, round 2`; of a delivery that was never replayed `Attempt 1 of 7`. */
export function attemptName({ number, round }: Attempt, delivery: DeliveryDetail): string {
  if (round > 1) return `Attempt ${number}, round ${round}`;
  const { attempts, attemptsMade, attemptsOfRound } = delivery;
  // Replays from before rounds were recorded left only their attempts.
  const isOnlyRound = attempts.length === attemptsMade;
  return isOnlyRound ? `Attempt ${number} of ${attemptsOfRound}` : `Attempt ${number}`;
}
