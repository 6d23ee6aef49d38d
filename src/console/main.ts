import { warmConsole } from './app/early.ts';
import { isPublicPage, loginPath } from './app/guard.ts';
import { isSignedIn } from './app/session.ts';
import { openStage, watchStage } from './app/stage.ts';
import { warm } from './kit/call.ts';

if (isSignedIn() && !isPublicPage(location.pathname)) warmConsole(location.pathname, location.search);
else if (location.pathname === loginPath || location.pathname === '/') warm('GET', '/api/login/getImgCode', {});
watchStage();
openStage();
