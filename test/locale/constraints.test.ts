import './otherLocale.ts';
import '../database/constraints.test.ts';
