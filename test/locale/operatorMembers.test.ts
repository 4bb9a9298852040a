import './otherLocale.ts';
import '../operator/member.test.ts';
