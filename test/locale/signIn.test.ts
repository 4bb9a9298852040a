import './otherLocale.ts';
import '../console/signIn.test.ts';
