create or replace function corkboard.preview_lifetime() returns interval
language sql stable
as $$ select interval '10 minutes' $$;
comment on function corkboard.preview_lifetime() is 'How long the preview of a document is kept.';
