import { answerParent } from '../../concurrency/limited/answerParent.ts';
import { toPng } from './toPng.ts';

// The process that converts logos. Only convertLogo.ts starts it.
answerParent(toPng);
