import './otherLocale.ts';
import '../console/members.test.ts';
