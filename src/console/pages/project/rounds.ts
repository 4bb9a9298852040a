import type { ProjectTotals } from '../../records/project.ts';

/** The used and included revision rounds: `3 of 4 (2 of the scope, 2 of change orders)`. */
export function rounds({
  roundsUsed,
  roundsIncluded,
  roundsAdded,
}: Pick<ProjectTotals, 'roundsUsed' | 'roundsIncluded' | 'roundsAdded'>): string {
  if (roundsIncluded === null) return `${roundsUsed} (no limit agreed)`;
  const parts =
    roundsAdded > 0 ? ` (${roundsIncluded} from the scope, ${roundsAdded} from change orders)` : '';
  return `${roundsUsed} of ${roundsIncluded + roundsAdded}${parts}`;
}
