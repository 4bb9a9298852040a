create or replace function corkboard.kept_browser(p_with text) returns text
language sql immutable parallel safe
as $$ select left(p_with, 500) $$;
comment on function corkboard.kept_browser(text) is 'What is kept of the browser (User-Agent) with which a client sends something.';
