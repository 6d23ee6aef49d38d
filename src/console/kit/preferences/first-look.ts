// Runs before the page's first paint, because otherwise the dark theme would start with a white flash. It imports nothing: the build puts
// it into a separate file that the page's head waits for (vite.config.ts).
{
  const root = document.documentElement;
  const chosenOf = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // the browser refuses all storage
    }
  };
  const theme = chosenOf('theme');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = isDark ? 'dark' : 'light';
  root.dataset['density'] = chosenOf('density') === 'compact' ? 'compact' : 'standard';
}
