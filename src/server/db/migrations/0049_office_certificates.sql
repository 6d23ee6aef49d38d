-- Which of the office's certificates it made itself, and which an authority issued and an administrator brought (decision 0028): the first kind is renewed without being asked.

alter table office_certificate add column origin text not null default 'made' check (origin in ('made', 'imported'));
