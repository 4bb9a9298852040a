-- Counting the requests of strangers for an address does not read the sign-ins of known origins, which may be many.
-- The table is small: it holds the sign-ins of a day.
-- squawk-ignore require-concurrent-index-creation
create index sign_ins_of_strangers on corkboard.sign_ins (corkboard.fold_email(email), created_at)
  where not is_known_origin;
