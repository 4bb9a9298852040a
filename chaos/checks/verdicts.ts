import { type Check, contradictions } from './check.ts';

export const everyRevisionToClassifyHasAVerdictOrAReason: Check = contradictions(
  `select r.workspace_id, r.id, r.description, r.logged_at from corkboard.revisions r
   where r.classify and r.verdict is null and r.unclassified is null`,
);

export const everyAnswerThatWasToHaveAVerdictHasItOrSaysWhyNot: Check = ({ writes }) =>
  writes
    .filter(({ operation, input, bodies }) => {
      if (operation !== 'logRevision' || bodies.length === 0) return false;
      const { classification, classificationUnavailable } = JSON.parse(bodies[0]!);
      const isAnswered = (classification === null) !== (classificationUnavailable === null);
      return isAnswered !== (input.classify === true);
    })
    .map(({ marker, bodies }) => `${marker}: ${bodies[0]}`);
