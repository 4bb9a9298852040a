-- src/vocabulary/text.ts says which characters these are.
create or replace function corkboard.is_blank(p_text text) returns boolean
language sql immutable strict parallel safe
as $$
  select p_text !~ '[^[:space:]\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]' collate "und-x-icu"
$$;
comment on function corkboard.is_blank(text) is 'Whether a text shows nothing: it has only white space and characters that can''t be seen.';
