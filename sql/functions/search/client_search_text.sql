-- The unit separator prevents matches that span two fields.
create or replace function corkboard.client_search_text(p_name text, p_company text, p_contact_name text, p_email text) returns text
language sql stable
as $$ select concat_ws(E'\x1f', p_name, p_company, p_contact_name, p_email) $$;
comment on function corkboard.client_search_text(text, text, text, text) is 'The text by which the console''s search finds a client or an inquiry.';
