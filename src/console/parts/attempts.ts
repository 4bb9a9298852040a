import type { Attempt, DeliveryDetail } from '../records/deliveries.ts';

/** The attempts made in the current round: `1 of 7 in round 2`. */
export const attemptsMade = ({ attemptsMade, attemptsOfRound, round }: DeliveryDetail): string =>
  `${attemptsMade} of ${attemptsOfRound}${round === 1 ? '' : ` in round ${round}`}`;

/** `Attempt 8, round 2`; for a delivery without replays `Attempt 1 of 7`. */
export function attemptName({ number, round }: Attempt, delivery: DeliveryDetail): string {
  if (round > 1) return `Attempt ${number}, round ${round}`;
  const { attempts, attemptsMade, attemptsOfRound } = delivery;
  // For replays from before rounds were recorded, only the attempts are known.
  const isOnlyRound = attempts.length === attemptsMade;
  return isOnlyRound ? `Attempt ${number} of ${attemptsOfRound}` : `Attempt ${number}`;
}
