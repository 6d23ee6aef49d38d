// The page runs this alone, before its first paint: without it an operator of the dark theme would see a white flash. It imports nothing,
// because the build puts it into a file of its own that the head of the page waits for (vite.config.ts).
{
  const root = document.documentElement;
  const chosenOf = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // a browser that lets nothing be stored
    }
  };
  const theme = chosenOf('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = isDark ? 'dark' : 'light';
  root.dataset['density'] = chosenOf('density') === 'compact' ? 'compact' : 'standard';
}
