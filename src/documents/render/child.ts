import { answerParent } from '../../concurrency/limited/answerParent.ts';
import { makeFiles } from './makeFiles.ts';

// The process that renders documents. Only issue.ts starts it.
answerParent(makeFiles);
